import { expect, it } from 'vitest'
import { escapedXml } from './xml.ts'

it('leaves out what XML cannot hold', () => {
  expect(escapedXml('a\u0000b\u001fc\ud800d\ufffe<&"\'>\u{1F345}')).toBe('abcd&lt;&amp;&quot;&apos;&gt;\u{1F345}')
})
