import { expect, it } from 'vitest'
import { joinPath, readJoinPath, refusedPath } from './join-path.ts'

const BUY = '0b7c1f0a-8a51-4f0e-9a6b-1d2c3e4f5a6b'

it('reads what it writes, and nothing else', () => {
  expect(readJoinPath(joinPath(BUY, 2))).toEqual({ buyId: BUY, quantity: 2 })
  expect(refusedPath({ buyId: BUY, quantity: 2 }, 'a&b')).toBe(`/group-buys/${BUY}?quantity=2&refused=a%26b`)
})

it.each([
  null,
  '/group-buys',
  `/group-buys/${BUY}`,
  `/group-buys/${BUY}?quantity=0`,
  `/group-buys/${BUY}?quantity=-1`,
  `/group-buys/${BUY}?quantity=1.5`,
  `/group-buys/${BUY}?quantity=2&refused=price`,
  `https://evil.example/group-buys/${BUY}?quantity=2`,
  '/group-buys/first?quantity=2',
])('finds no join in %j', (path) => expect(readJoinPath(path)).toBeNull())
