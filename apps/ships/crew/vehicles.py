"""Simple vehicles are nothing but Assets (crew.land-vehicles, crew.watercraft)."""
