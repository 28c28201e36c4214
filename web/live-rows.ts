import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { followRows, type Watched } from './session/follow-rows.ts'

/** Reads the page again when a watched row is written, while the page is looked at. `null` watches nothing. */
export function useLiveRows(watched: readonly Watched[] | null): void {
  const { revalidate } = useRevalidator()
  const wish = JSON.stringify(watched ?? [])

  useEffect(() => {
    const tables = JSON.parse(wish) as Watched[]
    if (tables.length === 0) return
    let soon: ReturnType<typeof setTimeout> | undefined
    // Several rows of one act are read once.
    const hear = () => {
      clearTimeout(soon)
      soon = setTimeout(() => void revalidate(), 150)
    }
    const stop = followRows(tables, { hear, catchUp: revalidate })
    return () => {
      clearTimeout(soon)
      stop()
    }
  }, [wish, revalidate])
}
