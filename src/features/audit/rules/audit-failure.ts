/** What is said when the audit log cannot be read. */
export const AUDIT_FAILURE = 'Failed to load the audit log'
