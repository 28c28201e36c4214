import { createContext } from 'react'

/** Passes the policy's nonce through one server rendering. It is never in loader data, where a page could read it. */
export const Nonce = createContext<string | undefined>(undefined)
