//! Sources that are not programs: random bytes, soups of tokens, kernels cut off, mutated and mixed.

use super::random::Random;

const TOKENS: &str = "async await yield let const var using of in get set static class extends super new target import \
     export default from as function function* return if else for while do switch case break continue try catch finally \
     throw with typeof delete void this null true eval arguments x y #x a b 'use_strict' \"s\" 1 0x1f 1n 08 1.5e3 `t` `${ }` \
     /re/g / { } ( ) [ ] ... . ?. => = += &&= ?? || && ** + - ++ -- ! ~ < >> >>>= === , ; : ? //c\n /*c*/ <!-- --> \\u0061 \
     instanceof debugger __proto__ constructor 𝒜 @ # \\ \u{2028} 1_0 0b2 \"\\x\" '\\u{110000}' /[/ new.target x=> \
     {get[ yield* async* super( ...[ }of";

/// A source. `kernels` are programs to spoil.
pub fn source(random: &mut Random, kernels: &[String]) -> String {
    match random.below(5) {
        0 => {
            let bytes: Vec<u8> = (0..random.below(80)).map(|_| random.next() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 => soup(random),
        2 => {
            let kernel = &kernels[random.below(kernels.len())];
            kernel[..boundary(kernel, random.below(kernel.len()))].to_owned()
        }
        3 => {
            // A piece of one put into another.
            let (a, b) = (&kernels[random.below(kernels.len())], &kernels[random.below(kernels.len())]);
            let at = boundary(a, random.below(a.len()));
            let from = boundary(b, random.below(b.len()));
            let to = boundary(b, (from + random.below(120)).min(b.len()));
            let skip = boundary(a, (at + random.below(40)).min(a.len()));
            format!("{}{}{}", &a[..at], &b[from..to], &a[skip..])
        }
        _ => {
            // Some words replaced.
            let kernel = &kernels[random.below(kernels.len())];
            let tokens: Vec<&str> = TOKENS.split(' ').collect();
            let mut words: Vec<&str> =
                kernel.split_inclusive([' ', '(', ')', '{', '}', ',', ';', '.', '\n']).collect();
            for _ in 0..=random.below(3) {
                let at = random.below(words.len());
                match random.below(3) {
                    0 => words[at] = tokens[random.below(tokens.len())],
                    1 if words.len() > 1 => {
                        words.remove(at);
                    }
                    _ => words.insert(at, tokens[random.below(tokens.len())]),
                }
            }
            words.concat()
        }
    }
}

fn soup(random: &mut Random) -> String {
    let tokens: Vec<&str> = TOKENS.split(' ').collect();
    let mut text = String::new();
    for _ in 0..random.below(50) {
        text.push_str(tokens[random.below(tokens.len())]);
        if random.below(4) != 0 {
            text.push(if random.below(6) == 0 { '\n' } else { ' ' });
        }
    }
    text
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
