import { expect, it } from 'vitest'
import { buyOptions } from './buy-options.ts'

const buy = (id: string, name: string, end: string) => ({ id, product_name: name, end_date: end })

it('gives every buy a distinct name with the year', () => {
  const options = buyOptions([
    buy('a', 'Yam', '2026-03-14T16:00:00Z'),
    buy('b', 'Rice', '2026-03-14T16:00:00Z'),
    buy('c', 'Rice', '2026-03-14T11:00:00Z'),
    buy('d', 'Rice', '2025-03-14T11:00:00Z'),
    buy('e', 'Beans', '2026-03-14T16:00:00Z'),
    buy('f', 'Beans', '2026-03-14T16:00:00Z'),
  ])
  expect(options).toEqual([
    { value: 'a', label: 'Yam, 14 March 2026' },
    { value: 'b', label: 'Rice, 14 March 2026, 5 pm' },
    { value: 'c', label: 'Rice, 14 March 2026, 12 noon' },
    { value: 'd', label: 'Rice, 14 March 2025' },
    { value: 'e', label: 'Beans, 14 March 2026, 5 pm (1)' },
    { value: 'f', label: 'Beans, 14 March 2026, 5 pm (2)' },
  ])
})
