"""Calls of raw ops that change the variable `V` of `raw_op_cases.START`, which is the fact."""

CHANGED = """
AssignAddVariableOp: resource=V.handle, value=V
AssignSubVariableOp: resource=V.handle, value=V / 2.0
AssignVariableOp: resource=V.handle, value=V * 3.0
ResourceApplyGradientDescent: var=V.handle, alpha=0.5, delta=V
ResourceApplyMomentum: var=V.handle, accum=V1.handle, lr=0.5, grad=V, momentum=0.9,
  use_nesterov=True
ResourceApplyKerasMomentum: var=V.handle, accum=V1.handle, lr=0.5, grad=V, momentum=0.9
ResourceApplyAdam: var=V.handle, m=V1.handle, v=V2.handle, beta1_power=0.81, beta2_power=0.98,
  lr=0.5, beta1=0.9, beta2=0.99, epsilon=0.1, grad=V
ResourceApplyAdagrad: var=V.handle, accum=V1.handle, lr=0.5, grad=V
ResourceApplyAdagradV2: var=V.handle, accum=V1.handle, lr=0.5, epsilon=0.1, grad=V
ResourceApplyRMSProp: var=V.handle, ms=V1.handle, mom=V2.handle, lr=0.5, rho=0.9, momentum=0.8,
  epsilon=0.1, grad=V
ResourceApplyProximalAdagrad: var=V.handle, accum=V1.handle, lr=0.5, l1=2.5, l2=0.5, grad=V
ResourceApplyProximalGradientDescent: var=V.handle, alpha=0.5, l1=2.5, l2=0.5, delta=V
ResourceScatterAdd: resource=V.handle, indices=[0, 2], updates=Z["updates"]
ResourceScatterDiv: resource=V.handle, indices=[0, 2], updates=Z["updates"]
ResourceScatterMax: resource=V.handle, indices=[0, 2], updates=Z["updates"]
ResourceScatterMin: resource=V.handle, indices=[0, 2], updates=Z["updates"]
ResourceScatterMul: resource=V.handle, indices=[0, 2], updates=Z["updates"]
ResourceScatterSub: resource=V.handle, indices=[0, 2], updates=Z["updates"]
ResourceScatterUpdate: resource=V.handle, indices=[0, 2], updates=Z["updates"]
ResourceScatterNdAdd: ref=V.handle, **Z
ResourceScatterNdMax: ref=V.handle, **Z
ResourceScatterNdMin: ref=V.handle, **Z
ResourceScatterNdSub: ref=V.handle, **Z
ResourceScatterNdUpdate: ref=V.handle, **Z
"""
