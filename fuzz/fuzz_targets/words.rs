#![no_main]

use moonbase_fuzz::fuzz_targets::words::run;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));
