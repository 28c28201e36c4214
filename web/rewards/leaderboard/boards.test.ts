import { expect, it } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { boardAddress, boardByKey, boards, scoreText } from './boards.ts'

it('reads the tab from the address', () => {
  expect(boards.map(({ label }) => label)).toEqual(['Top Referrers', 'Top Buyers'])
  for (const board of boards) {
    const url = new URL(boardAddress(board), 'http://market.test')
    expect(boardByKey(url.searchParams.get('tab'))).toBe(board)
  }
  expect(boardByKey('wallets').key).toBe('referrers')
})

it('puts the ranked figure first', () => {
  const deeds = { successfulReferrals: 1, completedOrders: 108 }
  expect(boards.map((board) => scoreText(english, board, deeds)[0])).toEqual([
    '1 successful referral',
    '108 orders completed',
  ])
  expect(scoreText(english, boards[1], { ...deeds, successfulReferrals: 0 })).toEqual(['108 orders completed'])
})
