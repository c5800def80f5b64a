//! The few members of a side, numbered in the order used everywhere: SHADO's units, the patrol's soldiers.

/// Declares the members of a side, with `$what` one of them is called in errors.
macro_rules! members {
    ($(#[$doc:meta])* $name:ident, $mask:ident, $what:literal; $($(#[$note:meta])* $member:ident,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$note])* $member,)*
        }

        impl $name {
            pub const ALL: [$name; [$($name::$member),*].len()] = [$($name::$member),*];

            pub(super) const NAMES: [&str; $name::ALL.len()] = [$(stringify!($member)),*];

            pub fn name(self) -> &'static str {
                $name::NAMES[self as usize]
            }

            /// The member number `index`.
            #[inline]
            pub fn from_index(index: u8) -> $name {
                $(const $member: u8 = $name::$member as u8;)*
                // The compiler sees through this, and not through a look-up.
                match index {
                    $($member => $name::$member,)*
                    _ => panic!("number {index} is not {}", $what),
                }
            }

            #[inline]
            pub const fn bit(self) -> $mask {
                1 << self as u8
            }

            /// The members of a mask, in their order.
            #[inline]
            pub fn all_in(mask: $mask) -> impl Iterator<Item = $name> + Clone {
                crate::board::Bits(u64::from(mask)).map($name::from_index)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::game::NotationError;

            fn from_str(word: &str) -> Result<Self, crate::game::NotationError> {
                let index = $name::NAMES.iter().position(|name| *name == word);
                index.map(|i| $name::ALL[i]).ok_or_else(|| crate::game::NotationError {
                    word: word.into(),
                    what: $what,
                })
            }
        }
    };
}
pub(crate) use members;
