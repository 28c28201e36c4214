/** A pressed key as `readKey` judges it. */
export interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** A key that is held down repeats. */
  repeat: boolean
  isComposing: boolean
  /** The focus is in a field. */
  isTyping: boolean
}

type ShortcutAct = { do: 'search' } | { do: 'help' } | { do: 'open'; letter: string }

/** How long the letter after `g` is waited for. */
const SEQUENCE_MS = 1500

/**
 * Reads one key after another. Single keys do nothing while somebody types, with a modifier, or where they are turned
 * off (WCAG 2.1.4); Ctrl K is a modifier key's and always works.
 */
export class ShortcutReader {
  #startedAt: number | null = null

  read(pressed: PressedKey, { isOn, now }: { isOn: boolean; now: number }): ShortcutAct | null {
    const { key, ctrlKey, metaKey, altKey, repeat, isComposing, isTyping } = pressed
    const started = this.#startedAt
    this.#startedAt = null
    if (isComposing || repeat) return null
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { do: 'search' }
    if (!isOn || isTyping || ctrlKey || metaKey || altKey) return null
    if (started !== null && now - started < SEQUENCE_MS && /^[a-z]$/.test(key)) return { do: 'open', letter: key }
    if (key === 'g') this.#startedAt = now
    if (key === '/') return { do: 'search' }
    return key === '?' ? { do: 'help' } : null
  }
}
