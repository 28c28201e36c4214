import { expect, it } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { boardAddress, boardOf, boards, deedsOf } from './boards.ts'

it('reads its tab from the address', () => {
  expect(boards.map(({ label }) => label)).toEqual(['Top Referrers', 'Top Buyers'])
  for (const board of boards) {
    const url = new URL(boardAddress(board), 'http://market.test')
    expect(boardOf(url.searchParams.get('tab'))).toBe(board)
  }
  expect(boardOf('wallets').key).toBe('referrers')
})

it('puts what the board ranks first', () => {
  const deeds = { successfulReferrals: 1, completedOrders: 108 }
  expect(boards.map((board) => deedsOf(english, board, deeds)[0])).toEqual([
    '1 successful referral',
    '108 orders completed',
  ])
  expect(deedsOf(english, boards[1], { ...deeds, successfulReferrals: 0 })).toEqual(['108 orders completed'])
})
