// As much of React as the widgets use: elements, state, effects, context; every change draws all anew.
let path = ''
let hooks = new Map()
let slot = 0
let effects = []
let redraw = () => {}

export const createElement = (type, props, ...children) => {
  const flat = children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false)
  return { type, props: props || {}, children: flat }
}
export const createContext = value => ({ value })
export const useContext = context => context.value

const hook = make => {
  const key = `${path}#${slot++}`
  if (!hooks.has(key)) hooks.set(key, make())
  return hooks.get(key)
}
export const useState = first => {
  const state = hook(() => ({ value: first }))
  return [state.value, value => { state.value = value; redraw() }]
}
export const useEffect = (effect, on) => {
  const known = hook(() => ({ on: undefined, end: undefined }))
  if (known.on === undefined || on.some((v, i) => v !== known.on[i])) {
    known.on = on
    effects.push(() => { if (known.end) known.end(); known.end = effect() })
  }
}

const toDom = (element, at) => {
  if (typeof element !== 'object') return document.createTextNode(String(element))
  if (typeof element.type === 'function') {
    const [outer, before] = [path, slot]
    path = at
    slot = 0
    const made = element.type({ ...element.props, children: element.children })
    ;[path, slot] = [outer, before]
    return toDom(made, at + '/0')
  }
  const node = document.createElement(element.type)
  for (const [name, value] of Object.entries(element.props)) {
    if (name === 'className') node.setAttribute('class', value)
    else if (name === 'style') Object.assign(node.style, value)
    else if (name.startsWith('on')) node.addEventListener(name.slice(2).toLowerCase(), value)
    else if (name !== 'key' && value !== false) node.setAttribute(name, value === true ? '' : value)
  }
  element.children.forEach((child, i) => node.appendChild(toDom(child, `${at}/${i}`)))
  return node
}

export const render = (element, container) => {
  let waiting = false
  const draw = () => {
    waiting = false
    container.replaceChildren(toDom(element, ''))
    for (const run of effects.splice(0)) run()
  }
  redraw = () => { if (!waiting) { waiting = true; queueMicrotask(draw) } }
  draw()
}
