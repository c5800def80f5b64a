#![no_main]

use moonbase_fuzz::agent_file::run;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));
