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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids.
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
