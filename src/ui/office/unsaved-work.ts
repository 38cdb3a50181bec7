let places = 0

/** Says that somebody writes here what is not saved. @returns says that it is over */
export function noteUnsavedWork(): () => void {
  places += 1
  return () => {
    places -= 1
  }
}

/** Whether a screen holds what would be lost with it: it is not taken away, though the session may be over. */
export function hasUnsavedWork(): boolean {
  return places > 0
}
