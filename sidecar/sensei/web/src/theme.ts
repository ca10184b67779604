// Light or dark: as the system has it, unless the user chose.

const KEY = "sensei-theme"
export type Theme = "system" | "light" | "dark"
export const THEMES: Theme[] = ["system", "light", "dark"]

export function theme(): Theme {
  const kept = localStorage.getItem(KEY)
  return THEMES.find((known) => known === kept) ?? "system"
}

export function applyTheme(chosen: Theme = theme()): void {
  localStorage.setItem(KEY, chosen)
  document.documentElement.dataset["theme"] = chosen
}
