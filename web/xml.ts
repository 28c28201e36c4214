export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

/** An answer that is XML. */
export function xmlAnswer(xml: string, type: 'application/xml' | 'application/rss+xml' = 'application/xml'): Response {
  return new Response(xml, { headers: { 'content-type': `${type}; charset=utf-8` } })
}

/** A text for XML, without the control characters that XML cannot hold. */
export function escapedXml(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

/** What XML 1.0 cannot hold: control signs but for tab and line breaks, halves of characters, and the two that are none. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu
