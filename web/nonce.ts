import { createContext } from 'react'

/** Carries the policy's nonce through one server rendering. It never travels in loader data, where a page could read it. */
export const Nonce = createContext<string | undefined>(undefined)
