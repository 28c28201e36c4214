import { expect, it } from 'vitest'
import { peopleQuery, readPeopleParams } from './people-params.ts'

it('round-trips search and page', () => {
  expect(readPeopleParams(new URLSearchParams('search= ngozi &page=3'))).toEqual({ search: 'ngozi', page: 3 })
  expect(peopleQuery({ search: 'ngozi & co', page: 3 })).toBe('?search=ngozi+%26+co&page=3')
  expect(peopleQuery({ search: '', page: 1 })).toBe('')
})

it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e99', ''])('treats %j as the first page', (address) =>
  expect(readPeopleParams(new URLSearchParams(address)).page).toBe(1),
)
