import { expect, it } from 'vitest'
import { peopleSearch, readPeopleAddress } from './people-address.ts'

it('round-trips search and page', () => {
  expect(readPeopleAddress(new URLSearchParams('search= ngozi &page=3'))).toEqual({ search: 'ngozi', page: 3 })
  expect(peopleSearch({ search: 'ngozi & co', page: 3 })).toBe('?search=ngozi+%26+co&page=3')
  expect(peopleSearch({ search: '', page: 1 })).toBe('')
})

it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e99', ''])('treats %j as the first page', (address) =>
  expect(readPeopleAddress(new URLSearchParams(address)).page).toBe(1),
)
