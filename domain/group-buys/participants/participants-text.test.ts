import { expect, it } from 'vitest'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { invitationText } from '../pool-sentence.ts'
import { participantsText } from './participants-text.ts'

const inEnglish = (sentence: TranslatableText | null) => sentence && formatInEnglish(sentence)

it('names participants who agreed, and counts the others', () => {
  expect(participantsText([], 14)).toBeNull()
  expect(inEnglish(participantsText(['Ngozi'], 1))).toBe('Ngozi is in.')
  expect(inEnglish(participantsText(['Ngozi', 'Tunde'], 2))).toBe('Ngozi and Tunde are in.')
  expect(inEnglish(participantsText(['Ngozi', 'Tunde'], 3))).toBe('Ngozi, Tunde and 1 other are in.')
  expect(inEnglish(participantsText(['Ngozi', 'Tunde', 'Sade', 'Bola'], 14))).toBe(
    'Ngozi, Tunde, Sade and 11 others are in.',
  )
  expect(participantsText(['Ngozi', 'Tunde'], 0)).toBeNull()
})

it('invites others with the effect of one more participant', () => {
  const pool = {
    unit: 'bag',
    minParticipants: 5,
    currentParticipants: 2,
    tiers: [
      { participants: 5, priceKobo: 7_600_000n },
      { participants: 10, priceKobo: 7_200_000n },
    ],
  }
  expect(inEnglish(invitationText(pool))).toBe('3 more people who pay, and everybody pays ₦76,000 a bag.')
  expect(inEnglish(invitationText({ ...pool, currentParticipants: 9 }))).toBe(
    '1 more person who pays, and everybody pays ₦72,000 a bag.',
  )
  expect(inEnglish(invitationText({ ...pool, currentParticipants: 10 }))).toBe('The lowest price is reached.')
  expect(inEnglish(invitationText({ ...pool, tiers: [] }))).toBe('3 more people who pay, and it goes ahead.')
  expect(inEnglish(invitationText({ ...pool, tiers: pool.tiers.slice(1) }))).toBe(
    '3 more people who pay, and it goes ahead.',
  )
  expect(inEnglish(invitationText({ ...pool, tiers: [], currentParticipants: 5 }))).toBe('It goes ahead.')
})
