"""Which of the book's switches Rough Magic's fights play by."""

from apps.table.switches import honours

honours("rough_magic", "force-again-while-owing", "swap-task-for-movement", "free-action-limit", "running-jump")
honours("rough_magic", "surprise-ends", "forced-defence-ends", "order-ties", "gm-order-rolls")
honours("rough_magic", "close-range-m", "beyond-range", "shield-uses", "unnamed-may-react", "stun-hurts-objects")
honours("rough_magic", "show-margin-before-reaction", "restrained-may-dodge", "auto-success-holds")
honours("rough_magic", "enemy-levels-shown")
honours("rough_magic", "dive-cover", "explosion-defence-modifiers", "grapple-uses-gear", "taunt-action")
honours("rough_magic", "immediate-resist")
