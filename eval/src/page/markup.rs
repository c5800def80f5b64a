//! HTML and SVG that are well-formed and escaped by construction.

/// Markup in the making. Elements are closed by themselves, all text and attribute values are escaped.
#[derive(Default)]
pub struct Markup {
    out: String,
}

/// The attributes of an element: names of this program's, values of anybody's.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Markup {
    /// An element with what `inside` puts into it.
    pub fn element(
        &mut self,
        tag: &str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Markup),
    ) {
        self.open(tag, attributes);
        self.out.push('>');
        inside(self);
        self.out += &format!("</{tag}>");
    }

    /// An element with a text.
    pub fn leaf(&mut self, tag: &str, attributes: Attributes<'_>, text: &str) {
        self.element(tag, attributes, |inside| inside.text(text));
    }

    /// An element without anything in it, such as `meta` or `line`.
    pub fn empty(&mut self, tag: &str, attributes: Attributes<'_>) {
        self.open(tag, attributes);
        self.out += "/>";
    }

    pub fn text(&mut self, text: &str) {
        self.out += &escaped(text);
    }

    /// A text of this program's own that is markup, or a style sheet.
    pub fn own(&mut self, text: &'static str) {
        self.out += text;
    }

    pub fn finish(self) -> String {
        self.out
    }

    fn open(&mut self, tag: &str, attributes: Attributes<'_>) {
        self.out += &format!("<{tag}");
        for (name, value) in attributes {
            self.out += &format!(" {name}=\"{}\"", escaped(value));
        }
    }
}

/// Text that is no markup, in an element or in a quoted attribute of HTML or XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
