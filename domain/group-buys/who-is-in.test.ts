import { expect, it } from 'vitest'
import { inEnglish, type Said } from '../texts/said.ts'
import { invitation } from './pool-sentence.ts'
import { whoIsIn } from './who-is-in.ts'

const said = (sentence: Said | null) => sentence && inEnglish(sentence)

it('names who agreed, and counts the rest', () => {
  expect(whoIsIn([], 14)).toBeNull()
  expect(said(whoIsIn(['Ngozi'], 1))).toBe('Ngozi is in.')
  expect(said(whoIsIn(['Ngozi', 'Tunde'], 2))).toBe('Ngozi and Tunde are in.')
  expect(said(whoIsIn(['Ngozi', 'Tunde'], 3))).toBe('Ngozi, Tunde and 1 other are in.')
  expect(said(whoIsIn(['Ngozi', 'Tunde', 'Sade', 'Bola'], 14))).toBe('Ngozi, Tunde, Sade and 11 others are in.')
  expect(whoIsIn(['Ngozi', 'Tunde'], 0)).toBeNull()
})

it('tells the others what one more person brings', () => {
  const pool = {
    unit: 'bag',
    minParticipants: 5,
    currentParticipants: 2,
    tiers: [
      { participants: 5, priceKobo: 7_600_000n },
      { participants: 10, priceKobo: 7_200_000n },
    ],
  }
  expect(said(invitation(pool))).toBe('3 more people and everybody pays ₦76,000 a bag.')
  expect(said(invitation({ ...pool, currentParticipants: 9 }))).toBe('1 more person and everybody pays ₦72,000 a bag.')
  expect(said(invitation({ ...pool, currentParticipants: 10 }))).toBe('The lowest price is reached.')
  expect(said(invitation({ ...pool, tiers: [] }))).toBe('3 more people and it goes ahead.')
  expect(said(invitation({ ...pool, tiers: pool.tiers.slice(1) }))).toBe('3 more people and it goes ahead.')
  expect(said(invitation({ ...pool, tiers: [], currentParticipants: 5 }))).toBe('It goes ahead.')
})
