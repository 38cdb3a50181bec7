/** The fields of a JSON object, unchecked; undefined for whatever is no JSON or no object. */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
