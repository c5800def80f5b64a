//! CRC-32C (Castagnoli): polynomial 0x1EDC6F41, bits reflected.

const TABLE: [u32; 256] = table();

/// The remainder of each byte.
const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = crc >> 1 ^ (0x82f6_3b78 & (crc & 1).wrapping_neg());
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

/// The checksum of some bytes.
///
/// ```
/// assert_eq!(moonbase_models::crc32c(b"123456789"), 0xe306_9283);
/// ```
pub fn crc32c(data: &[u8]) -> u32 {
    let add = |crc: u32, byte: &u8| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize];
    !data.iter().fold(!0, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_has_its_published_values() {
        // RFC 3720, appendix B.4.
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc32c(&[0xff; 32]), 0x62a8_ab43);
    }
}
