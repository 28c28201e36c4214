import { expect, it } from 'vitest'
import { hero } from '#domain/limits.ts'
import { nextSlide } from './carousel.ts'
import { slides } from './slides.ts'

it('has the specification’s slides, each with its own picture', () => {
  expect(slides).toHaveLength(hero.slides)
  expect(new Set(slides.map(({ picture }) => picture)).size).toBe(hero.slides)
})

it('wraps from the last slide to the first', () => {
  expect([0, 1, 2, 3].map((shown) => nextSlide(shown, hero.slides))).toEqual([1, 2, 3, 0])
})
