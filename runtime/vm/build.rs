//! Chooses the dispatcher: handlers that end in sibling calls need an optimiser that turns those into jumps.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(tercet_threaded)");
    println!("cargo::rerun-if-changed=build.rs");
    let optimised = matches!(std::env::var("OPT_LEVEL").as_deref(), Ok("2" | "3"));
    if optimised {
        println!("cargo::rustc-cfg=tercet_threaded");
    }
}
