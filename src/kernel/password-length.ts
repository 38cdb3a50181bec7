/** Spec §5 and §9. */
export const MIN_PASSWORD_LENGTH = 6
/** In UTF-16 code units; limits the cost of hashing. */
export const MAX_PASSWORD_LENGTH = 128
