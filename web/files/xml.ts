export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

/** A response with an XML body. */
export function xmlResponse(
  xml: string,
  type: 'application/xml' | 'application/rss+xml' = 'application/xml',
): Response {
  return new Response(xml, { headers: { 'content-type': `${type}; charset=utf-8` } })
}

/** A text escaped for XML, without the characters that XML 1.0 forbids. */
export function escapedXml(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

/**
 * Characters that XML 1.0 forbids: control characters except tab and line breaks, lone surrogates, U+FFFE and U+FFFF.
 */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu
