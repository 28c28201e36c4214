import { expect, it } from 'vitest'
import { escapedXml } from './xml.ts'

it('removes characters that XML forbids', () => {
  expect(escapedXml('a\u0000b\u001fc\ud800d\ufffe<&"\'>\u{1F345}')).toBe('abcd&lt;&amp;&quot;&apos;&gt;\u{1F345}')
})
