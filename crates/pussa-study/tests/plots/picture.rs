//! Pictures read as XML: their texts and dots, and whether everything lies on the card.

use roxmltree::{Document, Node};

/// The picture, once it is known that it is XML and that nothing lies outside of its view box.
pub(crate) fn read(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let view_box = document.root_element().attribute("viewBox").expect("there is a view box");
    let numbers: Vec<f64> = view_box.split(' ').map(|number| number.parse().unwrap()).collect();
    let [0.0, 0.0, width, height] = numbers[..] else { panic!("the view box is {view_box}") };
    for (x, y) in document.descendants().flat_map(corners) {
        assert!(
            (0.0..=width).contains(&x) && (0.0..=height).contains(&y),
            "({x}, {y}) is outside of {view_box}\n{svg}"
        );
    }
    document
}

/// The outermost points of an element; of a text only where it is fixed.
fn corners(node: Node<'_, '_>) -> Vec<(f64, f64)> {
    let number = |name| number(node, name);
    match node.tag_name().name() {
        "rect" => {
            let (x, y) = (number("x"), number("y"));
            vec![(x, y), (x + number("width"), y + number("height"))]
        }
        "circle" => {
            let (x, y, radius) = (number("cx"), number("cy"), number("r"));
            vec![(x - radius, y - radius), (x + radius, y + radius)]
        }
        "line" => vec![(number("x1"), number("y1")), (number("x2"), number("y2"))],
        "text" => vec![(number("x"), number("y"))],
        "polyline" | "polygon" => {
            let pairs = node.attribute("points").unwrap().split_whitespace();
            let coordinates = pairs.map(|pair| pair.split_once(',').unwrap());
            coordinates.map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).collect()
        }
        _ => Vec::new(),
    }
}

pub(crate) fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{attribute} of {node:?}"))
}

pub(crate) fn texts<'a>(document: &'a Document<'_>) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name("text")).collect()
}

/// No text leaves the card at its sides, if its characters are half as wide as high, which is usual.
pub(crate) fn nothing_is_cut(document: &Document<'_>) {
    let card = number(document.root_element(), "width");
    for node in texts(document) {
        let width = node.text().unwrap().trim().chars().count() as f64 * number(node, "font-size") / 2.0;
        let left = match node.attribute("text-anchor") {
            Some("start") => number(node, "x"),
            Some("middle") => number(node, "x") - width / 2.0,
            _ => number(node, "x") - width,
        };
        assert!(left >= 0.0 && left + width <= card, "{:?} is cut", node.text());
    }
}

pub(crate) fn words<'a>(document: &'a Document<'_>) -> Vec<&'a str> {
    texts(document).into_iter().map(|node| node.text().unwrap().trim()).collect()
}

pub(crate) fn text<'a>(document: &'a Document<'_>, words: &str) -> Node<'a, 'a> {
    let is_it = |node: &Node<'_, '_>| node.text().unwrap().trim() == words;
    texts(document).into_iter().find(is_it).unwrap_or_else(|| panic!("nowhere stands {words:?}"))
}

pub(crate) fn dots<'a>(document: &'a Document<'_>) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name("circle")).collect()
}

/// What marks points, and stands beside names: what is round, and what has corners and is not a band.
pub(crate) fn marks<'a>(document: &'a Document<'_>) -> Vec<Node<'a, 'a>> {
    let is_solid = |node: &Node<'_, '_>| node.has_tag_name("polygon") && node.attribute("opacity") == Some("1");
    document.descendants().filter(|node| node.has_tag_name("circle") || is_solid(node)).collect()
}

/// The shape of a mark wherever it is: its corners from the first one on.
pub(crate) fn shape(mark: Node<'_, '_>) -> String {
    let corners = corners(mark);
    let from_first = corners.iter().map(|(x, y)| (x - corners[0].0, y - corners[0].1));
    format!("{} {:?}", mark.tag_name().name(), from_first.collect::<Vec<_>>())
}
