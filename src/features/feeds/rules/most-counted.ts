/** How far the articles of a feed are counted: all of a large paper's would take longer than anybody looks. */
export const MOST_COUNTED = 1_000
