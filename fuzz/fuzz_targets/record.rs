#![no_main]

use moonbase_fuzz::targets::record::run;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));
