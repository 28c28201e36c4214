import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { addRecentSearch, recentSearches } from '#domain/search/search-text.ts'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { searchPath } from './search-paths.ts'

const KEY = 'recent-searches'

interface RecentSearchesProps {
  /** A search with hits, to be stored; empty for none. */
  latest: string
  shown: boolean
}

/** Recent searches, stored only on this device. Needs scripts. */
export function RecentSearches({ latest, shown }: RecentSearchesProps) {
  const { i18n } = useLingui()
  const [recent, setRecent] = useState<string[]>([])
  useEffect(() => {
    const stored = recentSearches(read())
    const all = latest ? addRecentSearch(stored, latest) : stored
    if (latest) write(all)
    setRecent(all)
  }, [latest])
  if (!shown || recent.length === 0) return null
  const clear = () => {
    write([])
    setRecent([])
  }
  return (
    <section className="mt-6">
      <div className="mb-1 flex items-center justify-between gap-4">
        <h2 className="text-18">{i18n.t('Your last searches')}</h2>
        <button type="button" onClick={clear} className="button button-quiet button-small">
          {i18n.t('Clear')}
        </button>
      </div>
      <ChipRow label={i18n.t('Your last searches')}>
        {recent.map((q) => (
          <Chip key={q} to={searchPath(q)}>
            {q}
          </Chip>
        ))}
      </ChipRow>
    </section>
  )
}

/** Null if storage is unavailable. */
function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(recent: readonly string[]): void {
  try {
    if (recent.length > 0) localStorage.setItem(KEY, JSON.stringify(recent))
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
