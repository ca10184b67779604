// What the infoview gives to a widget: its contexts. The page fills them.
import { createContext } from 'react'
export const RpcContext = createContext(null)
export const EditorContext = createContext(null)
