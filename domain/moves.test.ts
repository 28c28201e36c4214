import { describe, expect, it } from 'vitest'
import { allMoves } from './all-moves.ts'
import { CLAIM_STATES, claimMoves } from './claims/states.ts'
import { GROUP_BUY_STATES, groupBuyMoves } from './group-buys/states.ts'
import { type Move, mayMove } from './moves.ts'
import { ORDER_STATES, orderMoves } from './orders/states.ts'

/** Final states. */
const endStates = <State extends string>(states: readonly State[], moves: readonly Move<State>[]) =>
  states.filter((state) => moves.every(({ from }) => from !== state))

describe('every table of moves', () => {
  it.each(Object.entries(allMoves))('%s names each move once, with a cause, and stands still nowhere', (_, moves) => {
    const pairs = moves.map(({ from, to }) => `${from} ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const { from, to, causes } of moves) {
      expect(from).not.toBe(to)
      expect(causes.length).toBeGreaterThan(0)
    }
  })
})

describe('the usual sequence of states', () => {
  it('of a buy', () => {
    const road = ['draft', 'active', 'closed', 'settling', 'confirmed', 'ready', 'completed'] as const
    road.slice(1).forEach((to, i) => {
      expect(mayMove(groupBuyMoves, { from: road[i] ?? 'draft', to })).toBe(true)
    })
    expect(endStates(GROUP_BUY_STATES, groupBuyMoves)).toEqual(['completed', 'failed', 'cancelled'])
    expect(mayMove(groupBuyMoves, { from: 'completed', to: 'active' })).toBe(false)
    expect(mayMove(groupBuyMoves, { from: 'active', to: 'closed', cause: 'vendor' })).toBe(false)
  })

  it('of orders', () => {
    expect(endStates(ORDER_STATES, orderMoves)).toEqual(['completed', 'expired', 'cancelled', 'refunded'])
    expect(mayMove(orderMoves, { from: 'pending', to: 'paid', cause: 'vendor' })).toBe(false)
    expect(mayMove(orderMoves, { from: 'new', to: 'pending', cause: 'clock' })).toBe(false)
  })

  it('of claims', () => {
    expect(endStates(CLAIM_STATES, claimMoves)).toEqual(['withdrawn', 'upheld_final', 'rejected_final'])
  })
})
