import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { mayBecomeContact, readContact, readRecordSearch } from '#domain/search/record-search.ts'
import { cx } from '#web/ui/cx.ts'
import type { FoundRecord } from './read-records.ts'
import type { SearchedArea } from './record-kinds.ts'
import type { SearchAnswer } from './search.tsx'

export interface FoundListProps {
  area: SearchedArea
  input: HTMLInputElement
  /** Opens the page of results. */
  submit: (typed: string) => void
}

const PAUSE_MS = 250

interface ListedResult {
  key: string
  title: string
  note: string
  open: () => void
  /** The heading before the first record of its kind. */
  heading?: string | undefined
}

/** Results under the field while typing, which make it a combobox: arrow keys choose, Enter opens, Escape closes. */
export function FoundList({ area, input, submit }: FoundListProps) {
  const id = useId()
  const { typed, answer, isOpen, setOpen } = useAnswer(area, input)
  const close = () => setOpen(false)
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts without a selection.
  useEffect(() => setActive(-1), [answer, typed])
  const options = optionsOf(
    { typed, answer },
    {
      open: ({ to }) => {
        close()
        void navigate(to)
      },
      submit: () => {
        close()
        submit(typed)
      },
    },
  )
  const isShown = isOpen && options.length > 0
  useKeys(input, { options, isShown, active, setActive, setOpen })
  useCombobox(input, { id, isShown, active })
  return (
    <>
      <p role="status" className="sr-only">
        {isShown && `${options.length === 1 ? '1 result' : `${options.length} results`}. Use the arrow keys.`}
      </p>
      <div
        id={id}
        role="listbox"
        aria-label="Results"
        hidden={!isShown}
        // Keeps the focus in the field on a tap.
        onMouseDown={(event: MouseEvent) => event.preventDefault()}
        className="quick-results"
      >
        {options.map(({ key, title, note, heading, open }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={open}
            className={cx('min-h-11 cursor-pointer px-3 py-2 hover:bg-grain-wash', index === active && 'bg-grain-wash')}
          >
            {heading && <span className="block text-14 text-soft">{heading}</span>}
            <span className="block truncate font-semibold">{title}</span>
            {note && <span className="block truncate text-14 text-soft">{note}</span>}
          </div>
        ))}
      </div>
    </>
  )
}

interface OptionActs {
  open: (record: FoundRecord) => void
  submit: () => void
}

function optionsOf(
  { typed, answer }: { typed: string; answer: SearchAnswer | null },
  acts: OptionActs,
): ListedResult[] {
  if (readContact(typed))
    return [{ key: 'contact', title: `Look up ${typed}`, note: 'Each look-up is recorded.', open: acts.submit }]
  if (!answer) return []
  const records = answer.groups.flatMap(({ heading, records: own }) =>
    own.map((record, index) => ({
      key: `${heading} ${record.to} ${record.note}`,
      title: record.title,
      note: record.note,
      heading: index === 0 ? heading : undefined,
      open: () => acts.open(record),
    })),
  )
  const all = { key: 'all', title: `Search for “${typed}”`, note: '', open: acts.submit }
  return records.length > 0 ? [...records, all] : [{ ...all, note: 'No record has this number or name.' }]
}

/** The answer to the field's value, debounced; a newer request replaces an older one. */
function useAnswer(area: SearchedArea, input: HTMLInputElement) {
  const fetcher = useFetcher<SearchAnswer>()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const load = useRef(fetcher.load)
  load.current = fetcher.load
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const type = () => {
      clearTimeout(timer)
      const text = input.value.trim()
      setTyped(text)
      setOpen(text !== '')
      // No contact is sent while somebody types, nor a part of one: it would be in an address, and so in logs.
      if (mayBecomeContact(text) || readRecordSearch(text).kind !== 'records') return
      timer = setTimeout(() => void load.current(`/${area}/search?${new URLSearchParams({ q: text })}`), PAUSE_MS)
    }
    const leave = () => {
      clearTimeout(timer)
      setOpen(false)
    }
    // The field may have been changed while this module was loading.
    if (input.value !== '') type()
    input.addEventListener('input', type)
    input.addEventListener('blur', leave)
    return () => {
      clearTimeout(timer)
      input.removeEventListener('input', type)
      input.removeEventListener('blur', leave)
    }
  }, [area, input])
  const answer = fetcher.data?.q === typed ? fetcher.data : null
  return { typed, answer, isOpen, setOpen }
}

/** Marks the field as a combobox. */
function useCombobox(
  input: HTMLInputElement,
  { id, isShown, active }: { id: string; isShown: boolean; active: number },
) {
  useEffect(() => {
    const marks = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': String(isShown),
    }
    for (const [name, value] of Object.entries(marks)) input.setAttribute(name, value)
    if (isShown && active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`)
    else input.removeAttribute('aria-activedescendant')
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, id, isShown, active])
}

interface OptionKeys {
  options: readonly ListedResult[]
  isShown: boolean
  active: number
  setActive: (active: number) => void
  setOpen: (isOpen: boolean) => void
}

function useKeys(input: HTMLInputElement, keys: OptionKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { options, isShown, active, setActive, setOpen } = latest.current
      if (event.isComposing || options.length === 0) return
      const places = options.length + 1
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const chosen = options[active]
      if (step !== 0 && !isShown) setOpen(true)
      else if (!isShown) return
      else if (step !== 0) setActive(((active + 1 + step + places) % places) - 1)
      else if (event.key === 'Escape') setOpen(false)
      else if (event.key === 'Enter' && chosen) chosen.open()
      else return
      event.preventDefault()
    }
    input.addEventListener('keydown', press)
    return () => input.removeEventListener('keydown', press)
  }, [input])
}
