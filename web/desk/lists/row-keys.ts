import type { KeyboardEvent, MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * Handlers for the body of a table whose rows have a record: a click anywhere in a row opens the record that its heading
 * links to, and the up and down arrows move between the headings, where Enter opens. Without scripts the headings are
 * links.
 */
export function useRowKeys() {
  const navigate = useNavigate()
  return {
    onClick(event: MouseEvent<HTMLElement>) {
      const target = event.target as HTMLElement
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      // Buttons and links act for themselves, and text that is being selected is not a press.
      if (target.closest('a, button, input, select, textarea, label, summary, dialog') || getSelection()?.toString())
        return
      const link = headingOf(target.closest('tr'))
      if (link?.origin === location.origin) void navigate(`${link.pathname}${link.search}${link.hash}`)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      const target = event.target as HTMLElement
      const row = target.closest('tr')
      // In a field the arrows belong to the field.
      if (!row || target.closest('input, select, textarea, dialog')) return
      const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
      const link = headingOf(next)
      if (!link) return
      event.preventDefault()
      link.focus()
    },
  }
}

const headingOf = (row: Element | null) => row?.querySelector<HTMLAnchorElement>('th[scope="row"] a[href]') ?? null
