const KEY = 'desk-shortcuts'

/** Whether single-key shortcuts work on this device; they do until somebody turns them off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function turnShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage the setting cannot be kept.
  }
}
