import { useLingui } from '@lingui/react'
import Search from 'lucide-react/icons/search'
import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '#domain/search/search-text.ts'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { Button } from '#web/ui/button.tsx'

type Suggestions = ComponentType<{ input: HTMLInputElement }>

/** The search field. Suggestions are loaded on first use; the key `/` focuses it. */
export function SearchField({ value }: { value: string }) {
  const { i18n } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<Suggestions | null>(null)
  useSlashKey(input)
  const load = () => {
    if (Suggestions) return
    // Offline it stays a plain field.
    import('./suggestions.tsx').then((module) => setSuggestions(() => module.Suggestions)).catch(() => undefined)
  }
  return (
    <SearchForm action="/search" role="search">
      <label htmlFor={id} className="sr-only">
        {i18n.t('Search group buys, products, shops and posts')}
      </label>
      <div className="relative flex gap-2">
        <input
          ref={input}
          id={id}
          type="search"
          name="q"
          defaultValue={value}
          placeholder={i18n.t('Garri, ata rodo, palm oil')}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          onFocus={load}
          className="control min-w-0 flex-1"
        />
        <Button>
          <Search aria-hidden size={20} />
          <span className="max-sm:sr-only">{i18n.t('Search')}</span>
        </Button>
        {Suggestions && input.current && <Suggestions input={input.current} />}
      </div>
    </SearchForm>
  )
}

/** Focuses the field on `/`, unless another field has the focus. */
function useSlashKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (at?.closest('input, textarea, select, [contenteditable]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [input])
}
