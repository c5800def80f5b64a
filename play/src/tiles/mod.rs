//! What games on a board of tiles have in common: names, the map, news.

pub(crate) mod map;
pub(crate) mod news;
pub(crate) mod phrases;
pub(crate) mod show;
pub(crate) mod table;
