export function readFlag(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Stores a flag on this device. */
export function storeFlag(key: string, isSet: boolean): void {
  try {
    if (isSet) localStorage.setItem(key, '')
    else localStorage.removeItem(key)
  } catch {
    // Only the next visit is affected.
  }
}
