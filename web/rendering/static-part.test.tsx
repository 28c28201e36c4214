import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaticPart, sendOnce } from './static-part.tsx'

const parts = { more: '<p>Rice</p>' }

test('a document renders a part and leaves its HTML out of its data, a client navigation gets it as data', () => {
  const inDocument = sendOnce(parts, new Request('https://site.test/group-buys/1?ref=A'))
  expect(inDocument.more).toBe(parts.more)
  expect(Object.keys(inDocument)).toEqual([])
  expect(Object.keys(sendOnce(parts, new Request('https://site.test/group-buys/1.data?_routes=buy')))).toEqual(['more'])
})

test('renders the HTML as it is, and an empty part as an empty element', () => {
  expect(renderToStaticMarkup(<StaticPart id="more" html={parts.more} className="grid" />)).toBe(
    '<div id="more" class="empty:hidden grid"><p>Rice</p></div>',
  )
  expect(renderToStaticMarkup(<StaticPart id="more" html={undefined} />)).toBe(
    '<div id="more" class="empty:hidden"></div>',
  )
})
