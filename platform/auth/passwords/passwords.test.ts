import { describe, expect, test } from 'vitest'
import { checkPassword, findWeakness } from './passwords.ts'

describe('checkPassword', () => {
  test.each(['12345', 'aB3$x', ''])('finds %j too short', (password) => {
    expect(() => checkPassword(password, 6)).toThrow('Password should be at least 6 characters.')
  })

  test('counts characters, not bytes', () => {
    expect(() => checkPassword('👍👍👍', 6)).toThrow('Password should be')
    expect(() => checkPassword('ẹ̀kọ́ọ̀ṣẹ́', 6)).not.toThrow()
  })

  test('refuses more than 128 characters, before any hashing', () => {
    expect(() => checkPassword('x7'.repeat(64), 6)).not.toThrow('longer')
    expect(() => checkPassword('x'.repeat(129), 6)).toThrow('Password cannot be longer than 128 characters')
  })

  test.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'password123!',
    '123456',
    '987654321',
    'qwerty',
    'qwertyuiop',
    'abcdef',
    'aaaaaa',
    '121212',
    'abcabc',
    'iloveyou',
    'Jesus123',
    'chelsea2024',
    'nigeria',
    'arsenal1',
    'Blessing@1',
    'monkey',
    'WHATEVER',
  ])('refuses %s with its own text', (password) => {
    expect(findWeakness(password, 6)).toMatchObject({ reasons: ['pwned'] })
    expect(findWeakness(password, 6)?.message).not.toContain('Password should be')
  })

  test.each([
    'a-demo-only',
    'tall palm tree',
    'Kx8#pq',
    'oko-osan-meji',
    'correct horse battery staple',
    '        '.concat('ab9'),
    'Whatever-88',
    'monkey-in-ekiti-4',
    'Ch3ls34-fan',
    'sunday@oja27',
  ])('accepts %s, which is on no list as it is written', (password) => {
    expect(findWeakness(password, 6)).toBeNull()
  })
})
