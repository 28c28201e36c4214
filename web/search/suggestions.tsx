import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MIN_SUGGEST_LENGTH } from '#domain/search/search-text.ts'
import { counted } from '#web/languages/counted.ts'
import { cx } from '#web/ui/cx.ts'
import { priceText, suggestedNoun } from './search-texts.ts'
import type { Suggestion } from './suggest.ts'

const PAUSE_MS = 250
/** Responses of this page view by query, so that deleting a character sends no request. */
const responses = new Map<string, Suggestion[]>()

/** A list under the field that makes it a combobox: arrow keys choose, Enter opens, Escape closes. */
export function Suggestions({ input }: { input: HTMLInputElement }) {
  const { i18n } = useLingui()
  const id = useId()
  const { found, isOpen, close } = useSuggestions(input)
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts without a selection.
  useEffect(() => setActive(-1), [found])
  const open = (suggestion: Suggestion) => {
    close()
    void navigate(suggestion.to)
  }
  useKeys(input, { found, isOpen, active, setActive, close, open })
  useEffect(() => {
    const marks = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': String(isOpen),
    }
    for (const [name, value] of Object.entries(marks)) input.setAttribute(name, value)
    if (isOpen && active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`)
    else input.removeAttribute('aria-activedescendant')
  }, [input, id, isOpen, active])
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen &&
          counted(i18n, found.length, {
            one: /*i18n*/ '{count} suggestion',
            many: /*i18n*/ '{count} suggestions',
          })}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label={i18n.t('Suggestions')}
        hidden={!isOpen}
        // Keeps the focus in the field on a tap.
        onMouseDown={(event: MouseEvent) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-card border border-grain bg-card shadow-lg"
      >
        {found.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={suggestion.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(suggestion)}
            className={cx('min-h-11 cursor-pointer px-3 py-2 hover:bg-grain-wash', index === active && 'bg-grain-wash')}
          >
            <span className="block truncate font-semibold">{suggestion.title}</span>
            <span className="block truncate text-14 text-soft">{noteOf(i18n, suggestion)}</span>
          </div>
        ))}
      </div>
    </>
  )
}

/** "Group buy · ₦46,800 a bag · Mama Sade Foodstuff" */
const noteOf = (i18n: I18n, { kind, from, ...priced }: Suggestion): string =>
  [suggestedNoun(i18n, kind), priceText(i18n, priced), from].filter(Boolean).join(' · ')

/** Suggestions for the field's value. Requests are debounced by `PAUSE_MS`; an outdated request is aborted. */
function useSuggestions(input: HTMLInputElement) {
  const [found, setFound] = useState<Suggestion[]>([])
  const [isOpen, setOpen] = useState(false)
  const pending = useRef<AbortController | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (suggestions: Suggestion[]) => {
      setFound(suggestions)
      setOpen(suggestions.length > 0 && document.activeElement === input)
    }
    const stop = () => {
      clearTimeout(timer)
      pending.current?.abort()
    }
    const ask = async (typed: string) => {
      const controller = new AbortController()
      pending.current = controller
      const suggestions = responses.get(typed) ?? (await fetchSuggestions(typed, controller.signal))
      if (suggestions && !controller.signal.aborted) show(suggestions)
    }
    const type = () => {
      stop()
      const typed = input.value.trim()
      if (typed.length < MIN_SUGGEST_LENGTH) show([])
      else timer = setTimeout(() => void ask(typed), responses.has(typed) ? 0 : PAUSE_MS)
    }
    const leave = () => {
      stop()
      setOpen(false)
    }
    // The field may have been changed while this module was loading.
    if (input.value !== input.defaultValue) type()
    input.addEventListener('input', type)
    input.addEventListener('blur', leave)
    input.form?.addEventListener('submit', leave)
    return () => {
      stop()
      input.removeEventListener('input', type)
      input.removeEventListener('blur', leave)
      input.form?.removeEventListener('submit', leave)
    }
  }, [input])
  return { found, isOpen, close: () => setOpen(false) }
}

/** Undefined on failure. */
async function fetchSuggestions(typed: string, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  try {
    const response = await fetch(`/search/suggestions?${new URLSearchParams({ q: typed })}`, { signal })
    if (!response.ok) return undefined
    const suggestions = (await response.json()) as Suggestion[]
    responses.set(typed, suggestions)
    return suggestions
  } catch {
    return undefined
  }
}

interface KeyHandlers {
  found: readonly Suggestion[]
  isOpen: boolean
  active: number
  setActive: (active: number) => void
  close: () => void
  open: (suggestion: Suggestion) => void
}

function useKeys(input: HTMLInputElement, keys: KeyHandlers): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { found, isOpen, active, setActive, close, open } = latest.current
      if (!isOpen || event.isComposing) return
      const places = found.length + 1
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const chosen = found[active]
      if (step !== 0) setActive(((active + 1 + step + places) % places) - 1)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && chosen) open(chosen)
      else return
      event.preventDefault()
    }
    input.addEventListener('keydown', press)
    return () => input.removeEventListener('keydown', press)
  }, [input])
}
