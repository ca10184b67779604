prelude
import Init.Control.Lawful
import Init.Data.List.Lemmas

/-!
# Monadic functions on lists, unfolded

Statements follow Lean 4.35's public interface. Left out: `filterM`, `findM?` and the like.
-/

set_option linter.all false

universe u v w

namespace List

theorem mapM_loop_eq [Monad m] [LawfulMonad m] {f : α → m β} (l : List α) (bs : List β) :
    mapM.loop f l bs = (bs.reverse ++ ·) <$> mapM' f l := by
  induction l generalizing bs with
  | nil => simp [mapM.loop, mapM']
  | cons a l ih => simp [mapM.loop, mapM', ih]

theorem mapM'_eq_mapM [Monad m] [LawfulMonad m] {f : α → m β} {l : List α} :
    mapM' f l = mapM f l := by
  unfold mapM
  rw [mapM_loop_eq]
  exact (id_map (mapM' f l)).symm

@[simp] theorem mapM_nil [Monad m] {f : α → m β} : [].mapM f = pure [] := rfl
@[simp] theorem mapM_cons [Monad m] [LawfulMonad m] {a : α} {l : List α} {f : α → m β} :
    (a :: l).mapM f = (return (← f a) :: (← l.mapM f)) := by
  rw [← mapM'_eq_mapM, ← mapM'_eq_mapM]; rfl

@[simp] theorem foldlM_nil [Monad m] {f : β → α → m β} {b : β} : [].foldlM f b = pure b := rfl
@[simp] theorem foldlM_cons [Monad m] {f : β → α → m β} {b : β} {a : α} {l : List α} :
    (a :: l).foldlM f b = f b a >>= l.foldlM f := rfl
@[simp] theorem forM_nil [Monad m] {f : α → m PUnit} : forM [] f = pure ⟨⟩ := rfl
@[simp] theorem forM_cons [Monad m] {f : α → m PUnit} {a : α} {l : List α} :
    forM (a :: l) f = (f a >>= fun _ => forM l f) := rfl

end List
