import SearchIcon from 'lucide-react/icons/search'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useLocation, useSubmit } from 'react-router'
import { readContact } from '#domain/search/record-search.ts'
import { MAX_SEARCH_LENGTH } from '#domain/search/search-text.ts'
import type { FoundListProps } from './found-list.tsx'
import { SEARCH_FIELD, SEARCH_SHEET } from './open-search.ts'
import type { SearchedArea } from './record-kinds.ts'

/**
 * The quick search in the bar of a desk: a form without scripts. On narrow screens an icon opens it over the bar as a
 * native popover. Results below the field are loaded on first use.
 */
export function SearchBar({ area }: { area: SearchedArea }) {
  const input = useRef<HTMLInputElement>(null)
  const [List, setList] = useState<ComponentType<FoundListProps> | null>(null)
  const load = () => {
    // Offline it stays a plain field.
    if (!List) import('./found-list.tsx').then((module) => setList(() => module.FoundList)).catch(() => undefined)
  }
  const submit = useSearch(area)
  useFollowAddress(input)
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit(input.current?.value ?? '')
  }
  return (
    <>
      <button
        type="button"
        popoverTarget={SEARCH_SHEET}
        className="bar-link bar-icon lg:hidden"
        aria-label="Find orders, people and more"
      >
        <SearchIcon aria-hidden size={24} />
      </button>
      <div id={SEARCH_SHEET} popover="auto" className="quick-search">
        <Form method="get" action={`/${area}/search`} role="search" aria-label="Quick search" onSubmit={search}>
          <div className="relative flex gap-2">
            <input
              ref={input}
              id={SEARCH_FIELD}
              type="search"
              name="q"
              aria-label="Find orders, people and more"
              aria-keyshortcuts="/ Control+K"
              placeholder="Number, name, phone  ( / )"
              maxLength={MAX_SEARCH_LENGTH}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="search"
              onFocus={load}
              className="control min-w-0 flex-1"
            />
            <button type="submit" className="button button-plain button-medium px-3 lg:sr-only">
              <SearchIcon aria-hidden size={20} />
              <span className="sr-only">Find</span>
            </button>
            {List && input.current && <List area={area} input={input.current} submit={submit} />}
          </div>
        </Form>
      </div>
    </>
  )
}

/** Opens the results; a contact goes by POST, so that it is in no address. */
function useSearch(area: SearchedArea) {
  const submit = useSubmit()
  return (typed: string) => {
    const q = typed.trim()
    if (!q) return
    document.getElementById(SEARCH_SHEET)?.matches(':popover-open') &&
      document.getElementById(SEARCH_SHEET)?.hidePopover()
    void submit({ q }, { method: readContact(q) ? 'post' : 'get', action: `/${area}/search` })
  }
}

/** The field is empty on every new page: what was searched stands on the page of results. */
function useFollowAddress(input: React.RefObject<HTMLInputElement | null>) {
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current !== key && input.current) input.current.value = ''
    shown.current = key
  }, [key, input])
}
