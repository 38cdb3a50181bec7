/** The most that one of the paper's own pages may hold, in UTF-16 units: a long policy has a tenth of it. */
export const LONGEST_PAGE = 500_000
