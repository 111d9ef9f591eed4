//! What happens when somebody breaks the rules by way of `raw`: each case runs in a child process, and the report is
//! checked.

mod common;
use common::*;
use std::{
    os::unix::process::ExitStatusExt,
    process::{Command, ExitStatus},
};
use tercet_gc::*;

const SEGV: i32 = 11;
const ABORT: i32 = 6;

/// Runs the ignored test `name` of this binary; its exit status and what it wrote to standard error.
fn child(name: &str) -> (ExitStatus, String) {
    let exe = std::env::current_exe().expect("this binary");
    let out = Command::new(exe)
        .args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"])
        .output()
        .expect("a child");
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    println!("{name}: {}\n{err}", out.status);
    (out.status, err)
}

/// Says where the program was.
struct Located(&'static str);
impl Host for Located {
    fn met(&mut self, _: CellView<'_>, _: &mut Marker<'_>) {
        panic!("a host that panics")
    }
    fn fault_context(&self, out: &mut dyn std::fmt::Write) {
        let _ = write!(out, "  at {}", self.0);
    }
}

fn run(spec: &str, body: impl FnOnce(&mut Cx<'_, Located>)) {
    isolate(options(spec)).enter(|mut entry| {
        entry.run(Located("line 7 of somewhere.js"), |cx| body(cx));
    });
}

/// A pair in the first root, and its word kept where no collection finds it.
fn plant<'rt>(cx: &mut Cx<'rt, Located>, root: Root<'_, 'rt>) -> u64 {
    root.set(cx.alloc::<Pair>(PAIR, 0, 2).expect("room"));
    // SAFETY: none; that is the point.
    unsafe { raw::bits(root.get(&cx)) }
}

#[test]
#[ignore = "a child of the tests below"]
fn child_reads_a_moved_cell() {
    run("protect=4", |cx| {
        roots!(cx; r);
        let stale = plant(cx, r);
        cx.collect_full();
        cx.collect_full();
        eprintln!("stale: {:#x}", stale & ((1 << 48) - 1));
        // SAFETY: none; that is the point.
        let v: Value<'_, '_> = unsafe { raw::value(stale) };
        println!("{:?}", v.as_cell().map(|c| c.kind()));
    });
}

#[test]
fn a_read_of_a_moved_cell_is_reported() {
    let (status, err) = child("child_reads_a_moved_cell");
    assert_eq!(status.signal(), Some(SEGV));
    let addr = err.split("stale: ").nth(1).expect("an address").lines().next().expect("a line");
    assert!(err.contains(&format!("emptied, at {addr}")), "the address");
    assert!(err.contains("there lay a `pair` (kind 1), 0 bytes into it; collection 1 moved it"));
    assert!(err.contains("now: collection 2"));
    assert!(err.contains("gc: 2 collections (0 by stress), 2 cells moved"));
    assert!(err.contains("at line 7 of somewhere.js"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_writes_a_dead_cell() {
    run("protect=4,stress=1", |cx| {
        roots!(cx; r, other);
        plant(cx, r);
        other.set(cx.alloc::<Array>(ARRAY, 0, 5).expect("room"));
        let stale = other.get(&cx).bits();
        other.set(Value::FILL);
        cx.collect_full();
        // SAFETY: none; that is the point. Word 3 of a dead array in the old space.
        unsafe { ((stale & ((1 << 48) - 1)) as *mut u64).add(3).write(0) };
    });
}

#[test]
fn a_write_to_a_dead_cell_is_reported() {
    let (status, err) = child("child_writes_a_dead_cell");
    assert_eq!(status.signal(), Some(SEGV));
    assert!(
        err.contains("there lay a `array` (kind 2), 24 bytes into it; collection 3 found it dead"),
        "{err}"
    );
}

#[test]
#[ignore = "a child of the tests below"]
fn child_has_a_stale_root() {
    run("protect=4", |cx| {
        roots!(cx; r, s);
        let stale = plant(cx, r);
        cx.collect_minor();
        // SAFETY: none; that is the point.
        s.set(unsafe { raw::value::<'_, '_>(stale) });
        cx.collect_full();
    });
}

#[test]
fn a_collection_that_follows_a_stale_root_is_reported() {
    let (status, err) = child("child_has_a_stale_root");
    assert_eq!(status.signal(), Some(SEGV));
    assert!(err.contains("there lay a `pair`") && err.contains("collection 1 moved it"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_is_verified_with_a_stale_root() {
    run("protect=4,verify", |cx| {
        roots!(cx; r, s);
        let stale = plant(cx, r);
        cx.collect_minor();
        // SAFETY: none; that is the point.
        s.set(unsafe { raw::value::<'_, '_>(stale) });
        cx.collect_minor();
    });
}

#[test]
fn verification_finds_a_stale_root() {
    let (status, err) = child("child_is_verified_with_a_stale_root");
    assert_eq!(status.signal(), Some(ABORT));
    assert!(err.contains("verification before collection 1: slot 1 of the stack points to"));
    assert!(err.contains("where a `pair` lay until collection 1"));
    assert!(err.contains("1 faults") && err.contains("at line 7 of somewhere.js"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_skips_the_barrier() {
    run("verify", |cx| {
        roots!(cx; old, young);
        plant(cx, old);
        cx.collect_minor();
        plant(cx, young);
        let cell = raw::address(old.cast::<Pair>(&cx).expect("a pair"));
        // SAFETY: none; that is the point: no barrier follows.
        unsafe { cell.add(2).write(raw::bits(young.get(&cx))) };
        cx.collect_minor();
    });
}

#[test]
fn verification_finds_a_missing_barrier() {
    let (status, err) = child("child_skips_the_barrier");
    assert_eq!(status.signal(), Some(ABORT));
    assert!(
        err.contains("word 1 of the `pair` at")
            && err.contains("points to a young cell and is not remembered")
    );
}

#[test]
#[ignore = "a child of the tests below"]
fn child_reads_poison() {
    run("stress=1,verify", |cx| {
        roots!(cx; r, s);
        let stale = plant(cx, r);
        cx.collect_full();
        // SAFETY: none; that is the point. A word from memory that the cell has left.
        let word = unsafe { ((stale & ((1 << 48) - 1)) as *const u64).add(1).read() };
        // SAFETY: none either.
        s.set(unsafe { raw::value::<'_, '_>(word) });
        cx.collect_full();
    });
}

#[test]
fn verification_finds_poison() {
    let (status, err) = child("child_reads_poison");
    assert_eq!(status.signal(), Some(ABORT));
    assert!(err.contains("slot 1 of the stack holds 0xfff5deaddeaddead, which is no value"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_pops_out_of_order() {
    run("off", |cx| {
        let a = cx.frame::<2>();
        let b = cx.frame::<2>();
        drop(a);
        drop(b);
    });
}

#[test]
fn frames_popped_out_of_order_abort() {
    let (status, err) = child("child_pops_out_of_order");
    assert_eq!(status.signal(), Some(ABORT));
    assert!(err.contains("popped out of order"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_forgets_a_window() {
    run("off", |cx| {
        let frame = cx.frame::<2>();
        std::mem::forget(cx.window(5));
        drop(frame);
    });
}

#[test]
fn forgotten_windows_abort() {
    let (status, err) = child("child_forgets_a_window");
    assert_eq!(status.signal(), Some(ABORT));
    assert!(err.contains("popped out of order or forgotten"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_panics_in_a_collection() {
    run("off", |cx| {
        roots!(cx; atom);
        atom.set(cx.alloc_bytes::<Bytes>(ATOM, 0, 0, 1, |_, _| ()).expect("room"));
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| cx.collect_full()));
    });
}

#[test]
fn a_panic_of_the_host_in_a_collection_aborts() {
    let (status, err) = child("child_panics_in_a_collection");
    assert_eq!(status.signal(), Some(ABORT));
    assert!(err.contains("a panic during a full collection"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_faults_elsewhere() {
    run("protect=4,stress=1", |cx| {
        roots!(cx; r);
        plant(cx, r);
        // SAFETY: none; that is the point: an address that is nobody's.
        unsafe { (64 as *mut u8).write_volatile(1) };
    });
}

#[test]
fn other_faults_are_left_to_others() {
    let (status, err) = child("child_faults_elsewhere");
    assert_eq!(status.signal(), Some(SEGV));
    assert!(!err.contains("tercet-gc"));
}

#[test]
#[ignore = "a child of the tests below"]
fn child_overflows_the_native_stack() {
    fn down(n: u64) -> u64 {
        if std::hint::black_box(n) == 0 { 0 } else { down(n - 1) + std::hint::black_box(1) }
    }
    run("protect=4", |_| {
        println!("{}", down(u64::MAX));
    });
}

#[test]
fn an_overflow_of_the_native_stack_still_says_so() {
    let (status, err) = child("child_overflows_the_native_stack");
    assert_eq!(status.signal(), Some(ABORT));
    assert!(err.contains("overflow"));
}
