import { expect, test } from 'vitest'
import { closingPlaceText, closingZoneText } from './closing-texts.ts'

test('closing a place states whose orders are affected, what is stored and who works there', () => {
  expect(closingPlaceText({ to_come: 3, to_hand_over: 2, people: 4, stockpiled_kg: 1200, staff: 2 })).toBe(
    '5 orders of 4 people are to be collected there, 1,200 kg of them in the stockpile. 2 orders are ready and must be handed over first. 2 people serve there. Their buyers are told, with your reason, and choose another place. This cannot be undone.',
  )
  expect(closingPlaceText({ to_come: 0, to_hand_over: 0, people: 0, stockpiled_kg: 0, staff: 0 })).toBe(
    'No order is to be collected there. This cannot be undone.',
  )
  expect(closingPlaceText({ to_come: 1, to_hand_over: 0, people: 1, stockpiled_kg: 0, staff: 1 })).toContain(
    '1 order of 1 person is to be collected there. 1 person serves there.',
  )
  expect(closingPlaceText(null)).toContain('could not be loaded')
})

test('closing a zone states how many paid orders go there and what their delivery cost', () => {
  expect(closingZoneText({ paid: 7, people: 6, fees_kobo: 2_100_000, unpaid: 1 })).toBe(
    '7 paid orders go there, to 6 people who paid ₦21,000 for delivery. 1 order that chose it is not paid yet. They are still delivered, for the fee that was agreed. No further order can choose the zone. This cannot be undone.',
  )
  expect(closingZoneText({ paid: 0, people: 0, fees_kobo: 0, unpaid: 0 })).toBe(
    'No paid order goes there. No further order can choose the zone. This cannot be undone.',
  )
  expect(closingZoneText(null)).toContain('could not be loaded')
})
