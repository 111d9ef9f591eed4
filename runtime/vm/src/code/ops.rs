//! The one table of instructions. The encoder, the disassembler and the dispatcher's names come from it.
//!
//! An instruction is one 64-bit word `op:16 | a:16 | b:16 | c:16`, low bits first, followed by one more word when the
//! table says so. Register operands are signed: `r0..` are the parameters, then locals, then temporaries; `-1` is
//! `this`, `-2` is `new.target`, `-3` is the callee. Jump offsets count words from the *start* of the jumping
//! instruction; `off16` in `c` (or `b`), `off32` in `b|c<<16`. What an instruction *does* is documented here and
//! implemented in `dispatch`; nothing here depends on the heap.

/// How the operands of an instruction are written, for the encoder and the disassembler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// No operands.
    None,
    /// `a` is a register.
    R,
    /// `a`, `b` are registers.
    RR,
    /// `a`, `b`, `c` are registers.
    RRR,
    /// `a`, `b` are registers, `c` is an unsigned number.
    RRU,
    /// `a`, `b` are registers, `c` is a signed number.
    RRI,
    /// `a` is a register, `b` an unsigned number.
    RU,
    /// `a` is a register, `b|c` a signed 32-bit number.
    RI32,
    /// `a` is a register, `b|c` an atom.
    RAtom,
    /// `b|c` a signed 32-bit jump offset.
    Jump,
    /// `a` is a register, `b|c` a signed 32-bit jump offset.
    RJump,
    /// `a`, `b` are registers, `c` a signed 16-bit jump offset.
    RRJump,
    /// `a` is a register, `b` a signed number, `c` a signed 16-bit jump offset.
    RIJump,
}

/// What the second word of an instruction holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// There is no second word.
    None,
    /// `inline cache index:32 | atom:32`.
    CacheAtom,
    /// `atom:32 | number:32`.
    Atom,
    /// The bits of a double.
    Double,
    /// `number:32 | number:32`.
    Pair,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])+ $name:ident $format:ident $extra:ident;)+) => {
        /// Calls a macro with the name of every instruction in numeric order: the dispatcher's table is made so.
        macro_rules! with_ops { ($callback:ident) => { $callback! { $($name)+ } } }
        pub(crate) use with_ops;
        /// An instruction's name; see the module's documentation for operands and the rows for meaning.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub enum Op { $($(#[doc = $doc])+ $name),+ }
        impl Op {
            /// Every instruction, in numeric order.
            pub const ALL: &'static [Op] = &[$(Op::$name),+];
            /// The name as the disassembler prints it.
            pub const fn name(self) -> &'static str { match self { $(Op::$name => stringify!($name)),+ } }
            /// How the first word is laid out.
            pub const fn format(self) -> Format { match self { $(Op::$name => Format::$format),+ } }
            /// What the second word holds.
            pub const fn extra(self) -> Extra { match self { $(Op::$name => Extra::$extra),+ } }
            /// Length in words: 1 or 2.
            pub const fn words(self) -> usize { if matches!(self.extra(), Extra::None) { 1 } else { 2 } }
        }
    };
}

ops! {
    // ---- loads -------------------------------------------------------------------------------------------------
    /// `a = b`
    Move RR None;
    /// `a = int32 b|c`
    LoadInt RI32 None;
    /// `a = double`
    LoadNum R Double;
    /// `a = the string of atom b|c`
    LoadStr RAtom None;
    /// `a = immediate b` (see `value::imm`: undefined, null, true, false, UNINIT, HOLE)
    LoadImm RU None;

    // ---- environments: captured variables ------------------------------------------------------------------------
    /// `a = new environment with parent b and c slots, all UNINIT`
    NewEnv RRU None;
    /// `a = the environment the callee closed over`, or undefined
    FuncEnv R None;
    /// `a = parent of environment b`
    EnvParent RR None;
    /// `a = slot c of environment b`
    GetEnv RRU None;
    /// `a = slot c of environment b`; ReferenceError naming the atom if UNINIT
    GetEnvCheck RRU Atom;
    /// `slot c of environment a = b`
    SetEnv RRU None;
    /// `slot c of environment a = b`; ReferenceError naming the atom if the slot is UNINIT
    SetEnvCheck RRU Atom;
    /// `a = shallow copy of environment b` (per-iteration bindings)
    CloneEnv RR None;
    /// ReferenceError naming atom b|c if register a is UNINIT
    CheckInit RAtom None;
    /// TypeError "Assignment to constant variable." (atom b|c names it)
    ThrowConst RAtom None;

    // ---- global scope ----------------------------------------------------------------------------------------------
    /// `a = global binding`; ReferenceError if there is none or it is uninitialised
    GetGlobal R CacheAtom;
    /// like GetGlobal, but `undefined` for an unresolvable name (operand of typeof)
    GetGlobalTypeof R CacheAtom;
    /// `global binding = a`; strict code (template flag) throws ReferenceError if there is none, sloppy creates a property
    SetGlobal R CacheAtom;
    /// initialise the global lexical binding `atom` (let, const, class at script top level) with a
    InitGlobalLex R CacheAtom;
    /// `a = delete global name` (sloppy `delete x`)
    DeleteGlobal R Atom;

    // ---- properties --------------------------------------------------------------------------------------------------
    /// `a = b.atom`
    GetProp RR CacheAtom;
    /// `a = b.length` (same meaning as GetProp, first tries arrays and strings)
    GetLength RR CacheAtom;
    /// `a.atom = b` (strictness from the template)
    SetProp RR CacheAtom;
    /// `a = b[c]`
    GetElem RRR None;
    /// `a[b] = c`
    SetElem RRR None;
    /// `a = b[c]` with a constant index
    GetElemI RRU None;
    /// `a[c] = b` with a constant index
    SetElemI RRU None;
    /// `a = delete b.atom`
    DelProp RR Atom;
    /// `a = delete b[c]`
    DelElem RRR None;
    /// `a = (b in c)`
    In RRR None;
    /// `a = b instanceof c`
    InstanceOf RRR None;
    /// `a = super[b]` with receiver c; the home object is the callee's (arrows: see FuncHome)
    GetSuper RRR None;
    /// `super[a] = b` with receiver c
    SetSuper RRR None;
    /// `a = home object of the callee` (only where the compiler must capture it for arrows; GetSuperFrom uses it)
    FuncHome R None;
    /// `a = get property c of home object b's prototype, with receiver in register a` (for arrows; a is in and out)
    GetSuperFrom RRR None;
    /// `home a's prototype[b] = c, receiver in the register after c`
    SetSuperFrom RRR None;
    /// `a = b.#c` (c holds the private name); TypeError if absent
    GetPrivate RRR None;
    /// `a.#b = c`; TypeError if absent, a method, or an accessor without setter
    SetPrivate RRR None;
    /// add private field b with value c to a; TypeError if present
    AddPrivateField RRR None;
    /// add private method b with function c to a (read-only); TypeError if present
    AddPrivateMethod RRR None;
    /// add private accessor b to a: getter in c, setter in the register after c (undefined if none)
    AddPrivateAccessor RRR None;
    /// `a = (#b in c)`; TypeError if c is no object
    PrivateIn RRR None;
    /// `a = fresh private name` described by atom b|c
    NewPrivateName RAtom None;

    // ---- object and array literals, classes ------------------------------------------------------------------------
    /// `a = {}` with room for b properties
    NewObject RU None;
    /// `a = object literal c of the template`, its values in registers b, b+1, ...
    NewObjectLit RRU None;
    /// `a = [..]` of the c values in registers b, b+1, ...
    NewArray RRU None;
    /// `a = []` with capacity c (b unused)
    NewArrayCap RRU None;
    /// append b to the array literal a
    ArrayPush RR None;
    /// append a hole to the array literal a
    ArrayHole R None;
    /// append every value that iterating b gives to the array literal a (array spread)
    ArraySpread RR None;
    /// `a = [...b]` (a literal that is just one spread)
    SpreadArray RR None;
    /// CreateDataPropertyOrThrow(a, atom, b) for literals and fields
    DefProp RR CacheAtom;
    /// CreateDataPropertyOrThrow(a, b, c) with a computed key (already a property key)
    DefElem RRR None;
    /// define method c with key b on a; the extra pair: first = 1 if enumerable (object literals)
    DefMethod RRR Pair;
    /// define getter c with key b on a; extra as DefMethod
    DefGetter RRR Pair;
    /// define setter c with key b on a; extra as DefMethod
    DefSetter RRR Pair;
    /// `__proto__: b` in literal a: sets the prototype if b is an object or null
    SetProto RR None;
    /// CopyDataProperties(a, b) with c excluded keys, which lie in the registers after b
    CopyDataProps RRU None;
    /// SetFunctionName(a, key b); c: 0 none, 1 "get", 2 "set". No effect unless a is an anonymous function definition's result
    SetFuncName RRU None;
    /// ToPropertyKey: `a = key of b`; strings, symbols and int32 >= 0 stay as they are
    ToKey RR None;
    /// `a = closure over environment b of child template c`
    NewClosure RRU None;
    /// class: `a = constructor`, `a+1 = prototype`; b = superclass register, or UNINIT in it for none; c = constructor's child template; extra: environment register, 0
    NewClass RRU Pair;
    /// mark function a as method with home object b
    SetHome RR None;
    /// the fields initialiser of class a is function b
    SetFieldInit RR None;
    /// run the fields initialiser of class constructor a (nothing if it has none) with `this` = b
    InitFields RR None;
    /// `a = template object b` of this template (tagged templates; cached per site)
    TemplateObject RU None;
    /// `a = RegExp(source atom, flags atom)`; extra: source, flags
    NewRegExp R Pair;

    // ---- arithmetic ----------------------------------------------------------------------------------------------------
    /// `a = b + c`
    Add RRR None;
    /// `a = b - c`
    Sub RRR None;
    /// `a = b * c`
    Mul RRR None;
    /// `a = b / c`
    Div RRR None;
    /// `a = b % c`
    Mod RRR None;
    /// `a = b ** c`
    Exp RRR None;
    /// `a = b & c`
    BitAnd RRR None;
    /// `a = b | c`
    BitOr RRR None;
    /// `a = b ^ c`
    BitXor RRR None;
    /// `a = b << c`
    Shl RRR None;
    /// `a = b >> c`
    Shr RRR None;
    /// `a = b >>> c`
    UShr RRR None;
    /// `a = b + imm`
    AddI RRI None;
    /// `a = b - imm`
    SubI RRI None;
    /// `a = b * imm`
    MulI RRI None;
    /// `a = b % imm`
    ModI RRI None;
    /// `a = b & imm`
    BitAndI RRI None;
    /// `a = b | imm`
    BitOrI RRI None;
    /// `a = b << imm`
    ShlI RRI None;
    /// `a = b >> imm`
    ShrI RRI None;
    /// `a = b >>> imm`
    UShrI RRI None;
    /// `a = -b`
    Neg RR None;
    /// `a = +b` (ToNumber)
    Plus RR None;
    /// `a = ~b`
    BitNot RR None;
    /// `a = !b`
    Not RR None;
    /// `a = typeof b`
    Typeof RR None;
    /// `a = b + 1` after ToNumeric
    Inc RR None;
    /// `a = b - 1` after ToNumeric
    Dec RR None;
    /// `a = ToNumeric(b)` (old value of `x++`)
    ToNumeric RR None;
    /// `a = concatenation of ToString of the c values in b, b+1, ...` (template literals; a Symbol throws)
    Concat RRU None;
    /// `a = b < c`
    Lt RRR None;
    /// `a = b <= c`
    Le RRR None;
    /// `a = b > c`
    Gt RRR None;
    /// `a = b >= c`
    Ge RRR None;
    /// `a = b == c`
    Eq RRR None;
    /// `a = b != c`
    Ne RRR None;
    /// `a = b === c`
    StrictEq RRR None;
    /// `a = b !== c`
    StrictNe RRR None;

    // ---- jumps -----------------------------------------------------------------------------------------------------------
    /// jump
    Jmp Jump None;
    /// jump backwards, polling for interrupts: every loop has one
    Loop Jump None;
    /// jump if ToBoolean(a)
    JTrue RJump None;
    /// jump if not ToBoolean(a)
    JFalse RJump None;
    /// jump if a is undefined or null
    JNullish RJump None;
    /// jump unless a is undefined or null
    JNotNullish RJump None;
    /// jump if a is undefined
    JUndef RJump None;
    /// jump unless a is undefined
    JNotUndef RJump None;
    /// jump if a < b
    JLt RRJump None;
    /// jump if a <= b
    JLe RRJump None;
    /// jump if a > b
    JGt RRJump None;
    /// jump if a >= b
    JGe RRJump None;
    /// jump if not a < b (NaN jumps)
    JNLt RRJump None;
    /// jump if not a <= b
    JNLe RRJump None;
    /// jump if not a > b
    JNGt RRJump None;
    /// jump if not a >= b
    JNGe RRJump None;
    /// jump if a == b
    JEq RRJump None;
    /// jump if a != b
    JNe RRJump None;
    /// jump if a === b
    JSeq RRJump None;
    /// jump if a !== b
    JSne RRJump None;
    /// jump if a < imm b
    JLtI RIJump None;
    /// jump if a <= imm b
    JLeI RIJump None;
    /// jump if a > imm b
    JGtI RIJump None;
    /// jump if a >= imm b
    JGeI RIJump None;
    /// jump if not a < imm b
    JNLtI RIJump None;
    /// jump if not a <= imm b
    JNLeI RIJump None;
    /// jump if not a > imm b
    JNGtI RIJump None;
    /// jump if not a >= imm b
    JNGeI RIJump None;
    /// jump if a === imm b
    JSeqI RIJump None;
    /// jump if a !== imm b
    JSneI RIJump None;

    // ---- conditional back edges: poll, then jump backwards if the condition holds, else fall through ------------------
    /// loop if a < b
    LoopLt RRJump None;
    /// loop if a <= b
    LoopLe RRJump None;
    /// loop if a > b
    LoopGt RRJump None;
    /// loop if a >= b
    LoopGe RRJump None;
    /// loop if a < imm b
    LoopLtI RIJump None;
    /// loop if a <= imm b
    LoopLeI RIJump None;
    /// loop if a > imm b
    LoopGtI RIJump None;
    /// loop if a >= imm b
    LoopGeI RIJump None;
    /// loop if ToBoolean(a)
    LoopTrue RJump None;

    // ---- calls. A call window is [callee, new.target, this, arg0, ...] in consecutive registers ----------------------------
    /// `a = call window b with c arguments`. The caller fills callee, this and arguments; new.target is set by the call. `a` may be any register. The window must lie above every live register of the caller
    Call RRU None;
    /// as Call, and the instruction itself stores `undefined` as `this` (register b+2)
    CallPlain RRU None;
    /// `a = b.atom` and `register a+2 = b` (callee and `this` of a call window; b may be a+2 itself)
    GetMethod RR CacheAtom;
    /// `a = new`: callee in b, c arguments from b+3; new.target = callee
    New RRU None;
    /// `a = call` with the arguments in the array at b+3 (a fresh array literal built with ArraySpread)
    CallSpread RR None;
    /// `a = new` with the arguments in the array at b+3
    NewSpread RR None;
    /// super(...): window b (callee slot filled by the instruction from the active function's [[GetPrototypeOf]]) with c arguments; result in a, then bound as `this` by BindThis. In arrows the active function and new.target come from the extra pair: registers (function, new.target), else (-3, -2)
    SuperCall RRU Pair;
    /// super(...spread): arguments in the array at b+3
    SuperCallSpread RR Pair;
    /// bind a as `this` of the derived constructor kept in register b (UNINIT until now; else ReferenceError)
    BindThis RR None;
    /// ReferenceError if register a (a derived constructor's this) is UNINIT
    CheckThis R None;
    /// prologue of sloppy functions that use `this`: undefined/null become the global object, primitives are wrapped
    CoerceThis None None;
    /// `a = rest array` of the arguments from index b
    CreateRest RU None;
    /// `a = arguments object`; b: 0 unmapped; 1 mapped, in which case c is the register of the environment whose slots 0.. hold the parameters in order (functions that use mapped arguments keep all parameters there)
    CreateArgs RRU None;
    /// return a. In a constructor frame the dispatcher applies the rules of [[Construct]] (register `this` of derived constructors: the compiler returns `this` explicitly through RetDerived)
    Ret R None;
    /// return undefined
    RetUndef None None;
    /// return from a derived constructor: a = value, b = register that keeps `this`
    RetDerived RR None;
    /// throw a
    Throw R None;
    /// throw a new error: a unused, b = 0 Error,1 TypeError,2 ReferenceError,3 SyntaxError,4 RangeError; extra: message atom
    ThrowError RU Atom;
    /// TypeError unless a is neither undefined nor null (destructuring of object patterns)
    CheckObj R None;
    /// TypeError unless a is an object (iterator results and the like); message from the extra atom
    CheckIsObject R Atom;

    // ---- iteration. An iteration record is three registers: r, r+1, r+2 --------------------------------------------------
    /// GetIterator(b, sync) into record a. Dense arrays of this realm keep array and index in the record. c counts the
    /// verdict: 0 for-of, 1 destructuring, 2 yield*
    GetIter RRU None;
    /// `a = next value of record b`; when exhausted the record becomes done (a = undefined) and control jumps off16. A throw marks the record done
    IterNext RRJump None;
    /// `a = next value of record b` and jump backwards off16, polling, when there is one; falls through when exhausted (a = undefined). A throw marks the record done
    IterLoop RRJump None;
    /// `a = next value of record b`, or undefined when done; never jumps (array destructuring elements)
    IterStep RR None;
    /// `a = array of what is left in record b` (rest element)
    IterRest RR None;
    /// IteratorClose(record a, normal completion); nothing if done. Closing marks the record done before it calls `return`
    IterClose R None;
    /// IteratorClose(record a, throw completion): errors of `return` are swallowed; nothing if done
    IterCloseThrow R None;
    /// for-in: record a over the enumerable string keys of b (b nullish: empty)
    ForInStart RR None;
    /// `a = next key of for-in record b`, or jump off16 when none is left
    ForInNext RRJump None;
    /// `a = next key of for-in record b` and jump backwards off16, polling, when there is one
    ForInLoop RRJump None;

    // ---- generators -----------------------------------------------------------------------------------------------------------
    /// after the parameters are bound: create the generator object, suspend, and return it to the caller
    Generator None None;
    /// yield b: suspend; on resumption a = received value, c = mode (int 0 next, 2 return; a throw throws here)
    Yield RRR None;
    /// yield* suspends: b already is an iterator result object, given to the caller as is; a throw is not raised: c = 1 and a = the exception
    YieldDelegate RRR None;
    /// yield* step: `a = result object`; a = in/out received value, b = record, c = in: mode; out: 1 if the inner result is done (a = its value), 0 to go on (a = result object), 2: return completion with value a
    DelegateStep RRR None;

    // ---- misc ------------------------------------------------------------------------------------------------------------------------
    /// nothing
    Nop None None;
}

/// Composes the first word of an instruction.
pub const fn word(op: Op, a: i32, b: i32, c: i32) -> u64 {
    op as u64 | ((a as u16 as u64) << 16) | ((b as u16 as u64) << 32) | ((c as u16 as u64) << 48)
}

/// Composes a word whose `b` and `c` hold one 32-bit number.
pub const fn word32(op: Op, a: i32, bc: u32) -> u64 {
    op as u64 | ((a as u16 as u64) << 16) | ((bc as u64) << 32)
}

/// Composes the second word from two 32-bit halves, low one first.
pub const fn pair(low: u32, high: u32) -> u64 {
    low as u64 | ((high as u64) << 32)
}
