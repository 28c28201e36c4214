import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { isPageData } from './request-id.ts'

/** HTML of parts by name; missing in the data of a document, which has it on the page already. */
type StaticParts<Name extends string> = Readonly<Partial<Record<Name, string>>>

/**
 * Sends the HTML of static parts once: a document has it on the page, so the data that follows for hydration leaves it
 * out, and the data of a client navigation contains it. React Router encodes enumerable properties only.
 */
export function sendOnce<Name extends string>(
  parts: Readonly<Record<Name, string>>,
  request: Request,
): StaticParts<Name> {
  if (isPageData(request.url)) return parts
  const hidden = Object.entries<string>(parts).map(([name, value]) => [name, { value, enumerable: false }])
  return Object.defineProperties({} as StaticParts<Name>, Object.fromEntries(hidden))
}

interface StaticPartProps {
  /** The element's id on the page. */
  id: string
  html: string | undefined
  className?: string
}

/** Shows a static part. While the page is hydrated, it keeps the HTML that came with the document. */
export function StaticPart({ id, html, className }: StaticPartProps) {
  const [fromDocument] = useState(() =>
    typeof document === 'undefined' ? '' : (document.getElementById(id)?.innerHTML ?? ''),
  )
  return (
    <div
      id={id}
      className={cx('empty:hidden', className)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by React on the server (static-markup.server.tsx).
      dangerouslySetInnerHTML={{ __html: html ?? fromDocument }}
    />
  )
}
